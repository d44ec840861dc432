"""Pages made of what was checked: LaTeX, HTML and Markdown of every claim, and the figures.

`book` is the door: it renders one claim, or all of them into a directory.
"""

"""The site: pages made from the objects that were checked, and the documentation around them."""

"""How good noise can be: results of this project, on what the papers say is optimal."""

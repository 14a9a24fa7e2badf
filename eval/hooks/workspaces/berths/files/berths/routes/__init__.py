"""Blueprints, one for each resource."""

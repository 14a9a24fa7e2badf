"""One connection per request, and transactions as a context manager."""

import contextlib

import psycopg
from flask import current_app, g
from psycopg.rows import dict_row


def connection():
    if "connection" not in g:
        g.connection = psycopg.connect(current_app.config["DATABASE_URL"], row_factory=dict_row)
    return g.connection


@contextlib.contextmanager
def transaction():
    with connection().transaction(), connection().cursor() as cursor:
        yield cursor


def fetch_one(query, *parameters):
    with connection().cursor() as cursor:
        cursor.execute(query, parameters)
        return cursor.fetchone()


def fetch_page(query, parameters, page, size):
    with connection().cursor() as cursor:
        cursor.execute(f"{query} LIMIT %s OFFSET %s", (*parameters, size, page * size))
        return cursor.fetchall()

"""Routes that a server defines, and some that a client asks for."""

import requests
from fastapi import APIRouter, FastAPI

app = FastAPI()
router = APIRouter(prefix="/api")


@router.get("/orders/{order_id}")
def read_order(order_id: int):
    return requests.get(f"http://stock/items/{order_id}", timeout=1)


@app.route("/pages/<path:name>", methods=["POST"])
def page(name):
    return cache.get("/pages/1")


def ask(client):
    client.get("/api/orders/1")
    client.get("/api/orders/1")
    return client.delete("/pages/" + "a" + "?x=1")


# FACT: use served 10 GET /api/orders/{order_id} in read_order times 1
# FACT: use served 15 POST /pages/<path:name> in page times 1
# FACT: use route 12 GET /items/{} in read_order times 1
# FACT: use route 21 GET /api/orders/1 in ask times 2
# FACT: use route 23 DELETE /pages/a in ask times 1
# NONE: use route 17 

// Routes of a server and what a page asks it for.
const express = require('express');
const { listOrders } = require('./orders');

const router = express.Router();

router.get('/orders', listOrders);
router.post('/orders/:id/lines', auth, (req, res) => {
  res.send(settings.get('/orders'));
});

async function load(id) {
  const order = await fetch(`${BASE}/orders/${id}?full=1`);
  return axios.post('/orders/' + id + '/lines', order);
}

// FACT: use served 7 GET /orders in - times 1 of listOrders
// FACT: use served 8 POST /orders/:id/lines in - times 1 of ?
// FACT: use route 13 GET /orders/{} in load times 1
// FACT: use route 14 POST /orders/{}/lines in load times 1
// NONE: use route 9 

namespace Shop;

[Route("api/[controller]")]
class OrdersController {
  [HttpGet("{id}")]
  Order One(int id) => client.GetAsync($"/items/{id}").Result;
}

// FACT: use served 5 GET /api/orders/{id} in One times 1
// FACT: use route 6 GET /items/{} in One times 1

package shop;

@RestController
@RequestMapping("/orders")
class Routes {
  @GetMapping("/{id}")
  Order one(long id) {
    return rest.getForObject("http://stock/items/{id}", Order.class);
  }

  @PostMapping(value = "/{id}/lines")
  void add(long id) {}
}

// FACT: use served 6 GET /orders/{id} in one times 1
// FACT: use served 11 POST /orders/{id}/lines in add times 1
// FACT: use route 8 GET /items/{} in one times 1

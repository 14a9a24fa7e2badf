import { Controller, Get, Param } from '@nestjs/common';

@Controller('orders')
export class Routes {
  @Get(':id')
  one(@Param('id') id: string) {
    return this.http.get<Order>(`/items/${id}`);
  }
}

// FACT: use served 5 GET /orders/:id in one times 1
// FACT: use route 7 GET /items/{} in one times 1

import { formatMoney } from "../pricing/money";
import { Button } from "../ui/Button";
import { subtotal, useCart } from "./cartStore";

export function CartDrawer() {
  const { lines, setQuantity } = useCart();
  if (lines.length === 0) return <p role="status">Your cart is empty</p>;
  return (
    <aside aria-label="Cart">
      {lines.map((line) => (
        <div key={line.sku}>
          {line.title} × {line.quantity}
          <Button onPress={() => setQuantity(line.sku, line.quantity - 1)}>Remove one</Button>
        </div>
      ))}
      <strong>{formatMoney(subtotal(lines))}</strong>
    </aside>
  );
}

import type { CartLine } from "../cart/cartStore";
import { type Money, multiply, zero } from "./money";

export interface Voucher {
  code: string;
  percent: number;
  expires: string;
  minimumCents: number;
}

export function isExpired(voucher: Voucher, today: Date): boolean {
  return today > new Date(`${voucher.expires}T23:59:59Z`);
}

export function voucherDiscount(voucher: Voucher, total: Money, today: Date): Money {
  if (isExpired(voucher, today) || total.cents < voucher.minimumCents) return zero(total.currency);
  return multiply(total, voucher.percent / 100);
}

// Three lamps of one kind: the cheapest is half price.
export function bundleDiscount(lines: CartLine[]): number {
  return lines
    .filter((line) => line.quantity >= 3)
    .reduce((sum, line) => sum + Math.floor(line.quantity / 3) * Math.round(line.unitPrice.cents / 2), 0);
}

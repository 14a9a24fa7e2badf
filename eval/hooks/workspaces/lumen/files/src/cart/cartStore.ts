import { create } from "zustand";

import { type Money, add, multiply, zero } from "../pricing/money";

export interface CartLine {
  sku: string;
  title: string;
  unitPrice: Money;
  quantity: number;
}

const MAX_PER_LINE = 20;
const STORAGE_KEY = "lumen.cart.v2";

interface CartState {
  lines: CartLine[];
  addLine(line: CartLine): void;
  setQuantity(sku: string, quantity: number): void;
  clear(): void;
}

export function mergeLines(lines: CartLine[], added: CartLine): CartLine[] {
  const known = lines.find((line) => line.sku === added.sku);
  if (!known) return [...lines, added];
  const quantity = Math.min(MAX_PER_LINE, known.quantity + added.quantity);
  return lines.map((line) => (line.sku === added.sku ? { ...line, quantity } : line));
}

export function restoreCart(storage: Storage): CartLine[] {
  try {
    return JSON.parse(storage.getItem(STORAGE_KEY) ?? "[]");
  } catch {
    storage.removeItem(STORAGE_KEY);
    return [];
  }
}

export function subtotal(lines: CartLine[]): Money {
  return lines.reduce((sum, line) => add(sum, multiply(line.unitPrice, line.quantity)), zero("EUR"));
}

export const useCart = create<CartState>((set) => ({
  lines: restoreCart(localStorage),
  addLine: (line) => set((state) => ({ lines: mergeLines(state.lines, line) })),
  setQuantity: (sku, quantity) =>
    set((state) => ({
      lines: state.lines.flatMap((line) =>
        line.sku !== sku ? [line] : quantity > 0 ? [{ ...line, quantity }] : [],
      ),
    })),
  clear: () => set({ lines: [] }),
}));

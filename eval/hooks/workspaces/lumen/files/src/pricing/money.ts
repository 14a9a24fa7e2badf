export interface Money {
  cents: number;
  currency: "EUR" | "CHF";
}

export function zero(currency: Money["currency"]): Money {
  return { cents: 0, currency };
}

export function add(left: Money, right: Money): Money {
  if (left.currency !== right.currency) throw new RangeError("cannot add EUR to CHF");
  return { ...left, cents: left.cents + right.cents };
}

export function multiply(money: Money, factor: number): Money {
  return { ...money, cents: Math.round(money.cents * factor) };
}

export function formatMoney(money: Money, locale = "de-DE"): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency: money.currency }).format(money.cents / 100);
}

type Messages = Record<string, string>;

const catalogues: Record<string, Messages> = {};

export function register(locale: string, messages: Messages) {
  catalogues[locale] = { ...catalogues[locale], ...messages };
}

// Falls back from de-AT to de, then to the key.
export function translate(locale: string, key: string, values: Record<string, string | number> = {}): string {
  const text = catalogues[locale]?.[key] ?? catalogues[locale.split("-")[0]]?.[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

export function pluralKey(locale: string, key: string, count: number): string {
  return `${key}.${new Intl.PluralRules(locale).select(count)}`;
}

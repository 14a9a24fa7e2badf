const WIDTHS = [320, 640, 960, 1280, 1920];

export function srcSet(path: string, format: "avif" | "webp"): string {
  return WIDTHS.map((width) => `/img/${width}/${path}.${format} ${width}w`).join(", ");
}

export function sizesFor(columns: number): string {
  return `(max-width: 640px) 100vw, ${Math.round(100 / columns)}vw`;
}

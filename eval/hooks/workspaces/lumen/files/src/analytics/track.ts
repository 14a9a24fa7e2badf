interface Event {
  name: string;
  properties: Record<string, unknown>;
}

const queue: Event[] = [];
let consent = false;

export function setConsent(given: boolean) {
  consent = given;
  if (!given) queue.length = 0;
}

export function track(name: string, properties: Record<string, unknown> = {}) {
  if (consent) queue.push({ name, properties });
}

export function flush(send: (url: string, body: string) => boolean): number {
  const batch = queue.splice(0, 20);
  if (batch.length && !send("/api/events", JSON.stringify(batch))) queue.unshift(...batch);
  return batch.length;
}

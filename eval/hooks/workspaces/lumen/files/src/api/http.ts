import { accessToken, refreshSession } from "../auth/session";

export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly path: string,
  ) {
    super(`${status} for ${path}`);
  }
}

const RETRIES = 2;

async function request<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const answer = await fetch(`/api${path}`, {
      method,
      signal,
      headers: { authorization: `Bearer ${accessToken()}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (answer.ok) return answer.json();
    if (answer.status === 401 && attempt === 0 && (await refreshSession())) continue;
    if (answer.status < 500 || attempt >= RETRIES) throw new HttpError(answer.status, path);
    await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** attempt));
  }
}

export const get = <T>(path: string, signal?: AbortSignal) => request<T>("GET", path, undefined, signal);
export const post = <T>(path: string, body: unknown) => request<T>("POST", path, body);
export const put = <T>(path: string, body: unknown) => request<T>("PUT", path, body);
export const del = <T>(path: string) => request<T>("DELETE", path);

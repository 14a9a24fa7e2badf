import { redirect } from "react-router";

let token: string | undefined;
let pending: Promise<boolean> | undefined;

export function accessToken(): string {
  return token ?? "";
}

// Several requests that fail at once share one refresh.
export function refreshSession(): Promise<boolean> {
  pending ??= fetch("/api/session/refresh", { method: "POST", credentials: "include" })
    .then(async (answer) => {
      token = answer.ok ? (await answer.json()).token : undefined;
      return answer.ok;
    })
    .finally(() => {
      pending = undefined;
    });
  return pending;
}

export async function requireCustomer() {
  if (!token && !(await refreshSession())) throw redirect("/login");
  return null;
}

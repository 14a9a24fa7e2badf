import type { ReactNode } from "react";

interface Props {
  children: ReactNode;
  type?: "button" | "submit";
  busy?: boolean;
  onPress?: () => void;
}

export function Button({ children, type = "button", busy = false, onPress }: Props) {
  return (
    <button type={type} aria-busy={busy} disabled={busy} onClick={onPress}>
      {children}
    </button>
  );
}

import { useEffect } from "react";

const VISIBLE_MS = 4000;

export function Toast({ text, onClose }: { text: string; onClose: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onClose, VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [text, onClose]);
  return (
    <div role="alert" aria-live="polite">
      {text}
    </div>
  );
}

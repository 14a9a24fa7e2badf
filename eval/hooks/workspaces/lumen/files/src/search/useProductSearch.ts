import { useEffect, useState } from "react";

import { get } from "../api/http";

export interface SearchHit {
  sku: string;
  title: string;
}

const DEBOUNCE_MS = 180;

// An answer that arrives after a newer query was typed is dropped.
export function useProductSearch(query: string): SearchHit[] {
  const [hits, setHits] = useState<SearchHit[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      if (query.trim().length < 2) return setHits([]);
      setHits(await get<SearchHit[]>(`/search?q=${encodeURIComponent(query)}`, controller.signal));
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query]);
  return hits;
}

import type { ItemFact } from '../item'

/** The properties of a resource by their labels, without those that are not known. */
export const listFacts = (properties: Readonly<Record<string, string | null | undefined>>): readonly ItemFact[] =>
  Object.entries(properties).flatMap(([label, text]) => (text ? [{ label, text }] : []))

const booleans: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(['1', 't', 'T', 'true', 'TRUE', 'True'].map((word) => [word, true])),
  ...Object.fromEntries(['0', 'f', 'F', 'false', 'FALSE', 'False'].map((word) => [word, false])),
}

/** True or false as the protocol reads what an expression gives; undefined for anything else. */
export const truthOf = (text: string): boolean | undefined =>
  Object.hasOwn(booleans, text) ? booleans[text] : undefined

/**
 * Up to two capitals for a user without a picture, from the first two words of the name, or from the local part of the
 * e-mail address. Empty if neither has a letter.
 */
export function readInitials({ name, email }: { name?: string | undefined; email?: string | undefined }): string {
  const ofName = capitals(name?.trim().split(/\s+/) ?? [])
  return ofName === '' ? capitals(email?.split('@')[0]?.split(/[^\p{L}\p{N}]+/u) ?? []) : ofName
}

const capitals = (words: readonly string[]) =>
  words
    .flatMap((word) => /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? [])
    .slice(0, 2)
    .join('')
    .toLocaleUpperCase()

// Separate from `return-to.ts`, which is not part of the initial load.

/** The default page after signing in. */
export const HOME_PATH = '/'

/** The address of a sign-in page that returns to an address. The home page is the default and is omitted. */
export function addReturnTo(path: string, back: string): string {
  return back === HOME_PATH ? path : `${path}${path.includes('?') ? '&' : '?'}return_to=${encodeURIComponent(back)}`
}

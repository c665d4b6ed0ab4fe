import { measureInitialParts, measureInitialLoads, type InitialLoad } from '../helpers/initial-load'

/** Bytes that a browser loads before each page is shown, and bytes loaded later on demand. */
export async function bench(): Promise<Record<string, string>> {
  const { pages, later } = measureInitialLoads()
  return {
    ...Object.fromEntries(
      Object.entries(pages).map(([page, load]) => [`first load of ${page}, JS and CSS (brotli)`, format(load)])
    ),
    'loaded later (brotli)': format(later),
    ...Object.fromEntries(
      measureInitialParts()
        .slice(0, PARTS)
        .map(([part, share]) => [`in the first load: ${part}`, `${(share * 100).toFixed(1)} % of its source`])
    ),
  }
}

/** Further parts are small. */
const PARTS = 25

const format = ({ bytes, files }: InitialLoad) => `${(bytes / 1000).toFixed(1)} kB in ${files} files`

import { firstLoadParts, firstLoads, type Load } from '../helpers/first-load'

/** Bytes that a browser loads before each page is shown, and bytes loaded later on demand. */
export async function bench(): Promise<Record<string, string>> {
  const { pages, later } = firstLoads()
  return {
    ...Object.fromEntries(
      Object.entries(pages).map(([page, load]) => [`first load of ${page}, JS and CSS (brotli)`, format(load)])
    ),
    'loaded later (brotli)': format(later),
    ...Object.fromEntries(
      firstLoadParts()
        .slice(0, PARTS)
        .map(([part, share]) => [`in the first load: ${part}`, `${(share * 100).toFixed(1)} % of its source`])
    ),
  }
}

/** Further parts are small. */
const PARTS = 25

const format = ({ bytes, files }: Load) => `${(bytes / 1000).toFixed(1)} kB in ${files} files`

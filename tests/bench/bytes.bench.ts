import { firstLoads, type Load } from '../helpers/first-load'

/** What a browser loads before each page stands, and what comes later, when it is asked for. */
export async function bench(): Promise<Record<string, string>> {
  const { pages, later } = firstLoads()
  return {
    ...Object.fromEntries(
      Object.entries(pages).map(([page, load]) => [`first load of ${page}, JS and CSS (brotli)`, format(load)])
    ),
    'loaded later (brotli)': format(later),
  }
}

const format = ({ bytes, files }: Load) => `${(bytes / 1000).toFixed(1)} kB in ${files} files`

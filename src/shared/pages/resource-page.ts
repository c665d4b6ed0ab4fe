import { definePage, type Page, type PageDescription, UUID_PATTERN } from './page'

type Description = Omit<PageDescription, 'files' | 'tabs' | 'access' | 'go'> & {
  /** The kind of the resource, as in targets and addresses of commands. */
  kind: string
  /** `src/resources/<file>.resource.ts` and `<file>.details.ts` describe the resource. */
  file: string
  /** The noun of a resource in a sentence, if it differs from the kind. */
  noun?: string
  access: NonNullable<PageDescription['access']>
  go: NonNullable<PageDescription['go']>
  /** The server pages the rows. A row may be on any page, so links cannot address it. */
  isPaged?: true
  /** `src/commands/pages/resources/<file>.ts` has commands of the page. */
  hasCommands?: true
  /** Each row, and each new row, has a page of its own below the list. */
  hasItems?: true
}

/** The pages of a resource: the list of its rows, and the page that the rows share. */
export type ResourcePages = Description & { list: Page; item: Page | undefined }

/** Describes a resource that is listed on a page of its own. */
export function defineResourcePages<const D extends Description>(description: D): D & ResourcePages {
  const { kind: _kind, file, noun: _noun, isPaged, hasCommands, hasItems, ...shared }: Description = description
  const described = [
    `src/resources/${file}.details.ts`,
    ...(hasCommands ? [`src/commands/pages/resources/${file}.ts`] : []),
  ]
  const list = definePage({
    ...shared,
    files: [
      'src/views/settings/resources/resource-page.tsx',
      ...(isPaged ? ['src/views/settings/resources/paged-resource.tsx'] : []),
      ...described,
    ],
  })
  return { ...description, list, item: hasItems ? defineItemPage(shared, described) : undefined }
}

function defineItemPage(
  { path, title, access }: Pick<Description, 'path' | 'title' | 'access'>,
  described: readonly string[]
): Page {
  const pattern = new RegExp(`^${path}/(?:new|${UUID_PATTERN})$`)
  const page = definePage({
    path: `${path}/:id`,
    title,
    access,
    files: ['src/views/settings/resources/item-page.tsx', ...described],
  })
  return { ...page, example: page.at('new'), match: (given) => (pattern.test(given) ? '' : undefined) }
}

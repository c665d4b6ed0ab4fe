import { definePage, type Page, type PageDescription, UUID_PATTERN } from './page'

/** The kinds of resources with a list of their own. Each description adds its kind. */
export interface ResourceKinds {}

export type ResourceKind = keyof ResourceKinds

/**
 * A resource that is listed on a page of its own. The description is part of the initial load, because other pages need
 * it. `src/resources/<name>/details.ts` has the rest, where `<name>` is the name of the file of the description.
 */
export type ResourceDescription = Omit<PageDescription, 'files' | 'tabs' | 'access' | 'go'> & {
  /** The kind of the resource, as in targets and addresses of commands. */
  kind: ResourceKind
  /** The noun of a resource in a sentence, if it differs from the kind. */
  noun?: string
  access: NonNullable<PageDescription['access']>
  go: NonNullable<PageDescription['go']>
  /** The server pages the rows. A row may be on any page, so links cannot address it. */
  isPaged?: true
  /** `src/commands/settings/pages/<name>.ts` loads the commands of the page. */
  hasCommands?: true
  /** Each row, and each new row, has a page of its own below the list. */
  hasItems?: true
  /**
   * Includes the rows in the palette search. A typed prefix narrows the search to them: one of `characters` or
   * `words`. With `isOnlyMode`, the rows are searched only with such a prefix and for commands that take one, so that
   * rarely used resources cost no request each time the palette opens.
   */
  palette?: { characters: readonly string[]; words: readonly string[]; isOnlyMode?: true }
  /** The confirmation of a deletion names the kind, as the specification wants it. By default, it is a resource. */
  deletesByNoun?: true
  /** The `resource.*` commands create, change and delete rows, given write access. */
  editable?: true
  /** Rows can be imported from Kubernetes manifests and copied as such: `manifest` of the details. */
  hasManifest?: true
}

/** A resource with its pages: the list of its rows, and the page that the rows share. */
export type Resource = ResourceDescription & { name: string; list: Page; item: Page | undefined }

export const defineResource = (description: ResourceDescription): ResourceDescription => description

/** Derives the pages of a resource. */
export function addResourcePages(name: string, description: ResourceDescription): Resource {
  const { kind: _kind, noun: _noun, deletesByNoun: _deletes, isPaged, hasCommands, hasItems, ...shared } = description
  const files = [`src/resources/${name}/details.ts`, ...(hasCommands ? [`src/commands/settings/pages/${name}.ts`] : [])]
  const list = definePage({
    ...shared,
    files: [
      'src/views/settings/resources/resource-page.tsx',
      ...(isPaged ? ['src/views/settings/resources/paged-resource.tsx'] : []),
      ...files,
    ],
  })
  return { ...description, name, list, item: hasItems ? defineItemPage(shared, files) : undefined }
}

function defineItemPage(
  { path, title, access }: Pick<ResourceDescription, 'path' | 'title' | 'access'>,
  files: readonly string[]
): Page {
  const pattern = new RegExp(`^${path}/(?:new|${UUID_PATTERN})$`)
  const page = definePage({
    path: `${path}/:id`,
    title,
    access,
    files: ['src/views/settings/resources/item-page.tsx', ...files],
  })
  return { ...page, example: page.at('new'), match: (given) => (pattern.test(given) ? '' : undefined) }
}

import { orderTags } from '@/lib/tags'
import type { GridColumn } from '@/ui/grid/column'
import css from '@/ui/grid/cell.module.css'

/** A column with tag values. The tooltip has the tag names. */
export const tagsColumn = <
  R extends { tags?: Readonly<Record<string, string>> | null | undefined },
>(): GridColumn<R> => ({
  id: 'tags',
  title: 'Tags',
  width: 'minmax(5rem, 0.8fr)',
  priority: 0,
  cell: ({ tags }) => {
    const list = orderTags(tags ?? {})
    return (
      <span className={css.quiet} title={list.map(({ key, value }) => `${key}: ${value}`).join('\n')}>
        {list.map(({ value }) => value).join(' · ')}
      </span>
    )
  },
})

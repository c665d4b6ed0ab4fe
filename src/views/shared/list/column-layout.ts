import { useState } from 'react'
import { prefs } from '@/commands/stores/preference-store'
import type { ColumnLayout, GridView } from '@/ui/grid/grid-view'
import { usePreferences } from '../stores'

/** Lists whose columns are stored. The ones changed least recently are forgotten. */
const MOST_LISTS = 60

type WithView = { view: GridView; onView(view: GridView): void }

/** The view of a list of these resources on this page, with its columns as stored in the preferences. */
export function useStoredColumns(of: string, { view, onView }: WithView): WithView {
  // The lists of all resources of a kind share their columns.
  const [list] = useState(() => `${location.pathname.replace(/\/[\da-f-]{36}/, '')} ${of}`)
  const stored = usePreferences().columns[list]
  const { visibility, order, widths } = { ...view, ...stored }
  return {
    view: { ...view, visibility, order, widths },
    onView(next) {
      if (next.visibility !== visibility || next.order !== order || next.widths !== widths) store(list, next)
      onView(next)
    },
  }
}

const store = (list: string, { visibility, order, widths }: ColumnLayout) =>
  prefs.set((all) => {
    const others = Object.entries(all.columns).filter(([name]) => name !== list)
    const changed = { visibility: { ...visibility }, order: [...order], widths: { ...widths } }
    return { ...all, columns: Object.fromEntries([...others.slice(1 - MOST_LISTS), [list, changed]]) }
  })

import { useRoute } from 'wouter'
import { z } from 'zod/mini'
import { formatRange, type LineRange, parseRange } from '../../../lib/document-lines'
import { type ConfigPanel, configPanels, paths } from '../../../lib/paths'
import { defineUrlState } from '../../url-state/url-state'

/** `config` is the document, at the URL of the item itself. */
export type ItemPanel = 'config' | ConfigPanel

export const pathOfPanel = (id: string, panel: ItemPanel) =>
  panel === 'config' ? paths.config(id) : `${paths.config(id)}/${panel}`

/** The item and the tab in the URL. */
export function useConfigAddress(): { id: string; panel: ItemPanel } {
  const [, own] = useRoute(`${paths.catalog}/:id`)
  const [, below] = useRoute(`${paths.catalog}/:id/:panel`)
  return {
    id: own?.id ?? below?.id ?? '',
    panel: configPanels.find((one) => one === below?.panel) ?? 'config',
  }
}

/** `12-18`, or `12` for one line. */
const lineRange = z.codec(z.string().check(z.refine((text) => parseRange(text) !== undefined)), z.custom<LineRange>(), {
  decode: (text) => parseRange(text) ?? { from: 1, to: 1 },
  encode: formatRange,
})

/** URL state of the document: its format, and the selected lines in the numbering of that format. */
export const documentUrl = defineUrlState({
  format: z._default(z.enum(['yaml', 'json']), 'yaml'),
  lines: z.optional(lineRange),
})

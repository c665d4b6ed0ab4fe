import { useRoute } from 'wouter'
import { z } from 'zod/mini'
import { formatLineRange, type LineRange, parseLineRange } from '@/shared/catalog/document-lines'
import { catalogPage, configPage, type ConfigTab, configTabNames } from '@/shared/pages/catalog'
import { defineUrlState } from '../../shared/url-state/url-state'

/** `config` is the document, at the URL of the item itself. */
export type ConfigItemPanel = 'config' | ConfigTab

export const configPanelPath = (id: string, panel: ConfigItemPanel) =>
  panel === 'config' ? configPage.at(id) : `${configPage.at(id)}/${panel}`

/** The item and the tab in the URL. */
export function useConfigAddress(): { id: string; panel: ConfigItemPanel } {
  const [, own] = useRoute(`${catalogPage.path}/:id`)
  const [, below] = useRoute(`${catalogPage.path}/:id/:panel`)
  return {
    id: own?.id ?? below?.id ?? '',
    panel: configTabNames.find((one) => one === below?.panel) ?? 'config',
  }
}

/** `12-18`, or `12` for one line. */
const lineRange = z.codec(
  z.string().check(z.refine((text) => parseLineRange(text) !== undefined)),
  z.custom<LineRange>(),
  {
    decode: (text) => parseLineRange(text) ?? { from: 1, to: 1 },
    encode: formatLineRange,
  }
)

/** URL state of the document: its format, and the selected lines in the numbering of that format. */
export const documentUrl = defineUrlState({
  format: z._default(z.enum(['yaml', 'json']), 'yaml'),
  lines: z.optional(lineRange),
})

import { z } from 'zod/mini'
import { formatLineRange, type LineRange, parseLineRange } from '@/shared/catalog/document-lines'
import { defineCommand, type Slot } from '../command'
import { defineCommands } from '../registry'

const range: Slot<LineRange> = {
  label: 'Lines',
  schema: z.pipe(
    z.string(),
    z.transform((text, context): LineRange => {
      const read = parseLineRange(text)
      if (read) return read
      context.issues.push({ code: 'custom', message: 'Expected lines such as 12-18', input: text })
      return z.NEVER
    })
  ),
  write: formatLineRange,
  text: '12-18, or 12 for one line',
  display: formatLineRange,
}

const shared = { group: 'Editor', feature: 'config', effect: 'view' } as const

/** Handled by the document of a config item, so none of these commands has a `run`. */
export const linesCommands = defineCommands([
  defineCommand({
    ...shared,
    id: 'lines.select',
    title: 'Select lines',
    keywords: 'mark range go to line number jump evidence document',
    slots: { lines: range },
    preview: ({ lines: { from, to } }) => `Selects ${from === to ? `line ${from}` : `lines ${from} to ${to}`}.`,
  }),
  defineCommand({
    ...shared,
    id: 'lines.toggle',
    title: 'Select or unselect line',
    keywords: 'mark lines cursor evidence document',
  }),
  defineCommand({
    ...shared,
    id: 'lines.extendDown',
    title: 'Select lines downwards',
    keywords: 'mark extend range document',
  }),
  defineCommand({
    ...shared,
    id: 'lines.extendUp',
    title: 'Select lines upwards',
    keywords: 'mark extend range document',
  }),
  defineCommand({
    ...shared,
    id: 'lines.clear',
    title: 'Unselect lines or go back',
    keywords: 'clear selection none document',
  }),
])

import { relativeRange, type TimeRange } from '@/lib/time/range'
import { defineCommand, type SlotOption } from '../command'
import { rangeSlot } from '../time/time.commands'
import { defineCommands } from '../registry'

const shifts = ['now-8h', 'now-12h', 'now-24h'].map((text): SlotOption<TimeRange> => {
  const value = relativeRange(text)
  return { value, label: value.display }
})

export const handoverCommands = defineCommands([
  defineCommand({
    id: 'handover.write',
    title: 'Handover',
    group: 'Incidents',
    keywords: 'hand over shift on-call brief summary report what happened night',
    slots: {
      range: {
        ...rangeSlot,
        label: 'Shift',
        text: 'Such as 8h, 22:00 to 06:00 or yesterday',
        // The ranges of the current page do not limit a shift.
        refusal: (value: TimeRange) =>
          value.type === 'relative' && !value.range.startsWith('now-')
            ? 'A shift must have started and must have an end. Try 8h.'
            : undefined,
        options: { from: 'list', list: () => shifts },
        isSearchedApart: true,
      },
    },
    available: (context) => !context.isReadOnly,
    effect: 'view',
    opens: 'dialog',
    preview: () =>
      'Shows a document for the next shift: unresolved failures, decisions, pending approvals, changes and flapping checks.',
  }),
])

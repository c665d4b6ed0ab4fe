import { readRange } from '../../../commands/areas/time'
import type { Target } from '../../../commands/command'
import { formatRange, relative } from '../../../lib/time/range'
import { Bind } from '../../../ui/form/bind'
import { ToggleField } from '../../../ui/form/fields/toggle'
import { GroupFrame } from '../../../ui/form/frame'
import { TimeRangePicker } from '../../../ui/time-range/time-range'
import { commandForm } from '../../shell/forms/command-form'
import { usePreferences } from '../../shell/stores'

/** As much as the protocol takes without one: what happened just before somebody asks. */
const USUAL = formatRange(relative('now-15m'))

/** Asks what a snapshot of a component is to hold. */
export const SnapshotForm = commandForm({
  title: () => 'Download snapshot',
  description: ({ component }) => `Of ${(component as readonly Target[])[0]?.label}, and all below it, as a ZIP file`,
  label: 'Snapshot',
  initial: () => ({ range: USUAL, related: '' }),
  fields: () => (
    <>
      <Bind<string> name="range">{(bound) => <RangeField {...bound} />}</Bind>
      <Bind<string> name="related">
        {({ value, onChange, ...bound }) => (
          <ToggleField
            label="Related components"
            help="Also those beside it: by relationships, and by the same config items."
            {...bound}
            value={value === 'true'}
            onChange={(isOn) => onChange(isOn ? 'true' : '')}
          />
        )}
      </Bind>
    </>
  ),
  submitLabel: 'Download',
  busyLabel: 'Downloading…',
})

type RangeProps = { value: string; onChange(value: string): void; error: string | undefined; onBlur(): void }

function RangeField({ value, onChange, error, onBlur }: RangeProps) {
  const { recentlyUsedTimeRanges } = usePreferences()
  return (
    <GroupFrame
      label="Time range"
      help="Of which changes, insights and incidents are in it."
      error={error}
      onBlur={onBlur}
    >
      <TimeRangePicker
        value={readRange(value)}
        onChange={(range) => onChange(range ? formatRange(range) : '')}
        recent={recentlyUsedTimeRanges}
      />
    </GroupFrame>
  )
}

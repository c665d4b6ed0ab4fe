import { parseTypedRange } from '@/commands/shell/time.commands'
import type { Target } from '@/commands/command'
import { formatRange, relativeRange } from '@/lib/time/range'
import { Bind } from '@/ui/form/bind'
import { ToggleField } from '@/ui/form/fields/toggle'
import { FieldGroupFrame } from '@/ui/form/field-frame'
import { TimeRangePicker } from '@/ui/time-range/time-range'
import { commandForm } from '../../shared/forms/command-form'
import { usePreferences } from '../../shared/stores'

/** Default time range, the same as the server's. */
const USUAL = formatRange(relativeRange('now-15m'))

/** The form that chooses the contents of a component snapshot. */
const SnapshotForm = commandForm({
  title: () => 'Download snapshot',
  description: ({ component }) =>
    `Downloads ${(component as readonly Target[])[0]?.label} and its descendants as a ZIP file`,
  label: 'Snapshot',
  initial: () => ({ range: USUAL, related: '' }),
  fields: () => (
    <>
      <Bind<string> name="range">{(bound) => <RangeField {...bound} />}</Bind>
      <Bind<string> name="related">
        {({ value, onChange, ...bound }) => (
          <ToggleField
            label="Related components"
            help="Includes components related by relationships or by shared config items."
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
    <FieldGroupFrame
      label="Time range"
      help="Applies to changes, insights and incidents."
      error={error}
      onBlur={onBlur}
    >
      <TimeRangePicker
        value={parseTypedRange(value)}
        onChange={(range) => onChange(range ? formatRange(range) : '')}
        recent={recentlyUsedTimeRanges}
      />
    </FieldGroupFrame>
  )
}

export default SnapshotForm

import { parseTypedRange } from '@/commands/time/time.commands'
import type { Target } from '@/commands/command'
import type { CustomFieldProps } from '@/shared/forms/form-description'
import { formatRange, relativeRange } from '@/lib/time/range'
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
  fields: [
    {
      type: 'custom',
      control: RangeField,
      name: 'range',
      label: 'Time range',
      help: 'Applies to changes, insights and incidents.',
      initial: USUAL,
    },
    {
      type: 'custom',
      control: RelatedField,
      name: 'related',
      label: 'Related components',
      help: 'Includes components related by relationships or by shared config items.',
      initial: '',
    },
  ],
  submitLabel: 'Download',
  busyLabel: 'Downloading…',
})

function RangeField({ value, onChange, ...bound }: CustomFieldProps<string>) {
  const { recentlyUsedTimeRanges } = usePreferences()
  return (
    <FieldGroupFrame {...bound}>
      <TimeRangePicker
        value={parseTypedRange(value)}
        onChange={(range) => onChange(range ? formatRange(range) : '')}
        recent={recentlyUsedTimeRanges}
      />
    </FieldGroupFrame>
  )
}

/** A toggle whose value is an argument of the command: the text `true`, or none. */
function RelatedField({ value, onChange, ...bound }: CustomFieldProps<string>) {
  return <ToggleField {...bound} value={value === 'true'} onChange={(isOn) => onChange(isOn ? 'true' : '')} />
}

export default SnapshotForm

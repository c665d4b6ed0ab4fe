import { useState } from 'react'
import {
  cardWidthLimits,
  type PreferenceValues as Values,
  prefs,
  themes,
  yesNoValues,
} from '@/commands/stores/preference-store'
import {
  dateFormatOptions,
  refreshRates,
  speechOptions,
  timezoneOptions,
} from '@/commands/account/preferences.commands'
import { densityOptions } from '@/commands/account/density.commands'
import { capital } from '@/shared/format'
import { parseRefreshRate } from '@/lib/health/refresh-rate'
import { DialogHead } from '@/ui/dialog-head'
import { immediatePace, ComboField } from '@/ui/form/fields/combo-field'
import { FieldFrame } from '@/ui/form/field-frame'
import type { Choice } from '@/shared/forms/choice'
import { SelectField } from '@/ui/form/fields/select'
import { ToggleField } from '@/ui/form/fields/toggle'
import { Overlay } from '@/ui/overlay'
import { useConsole } from '../../shared/console'
import { usePlaces } from '../../shared/commands/place'
import css from './preferences.module.css'
import { usePreferences } from '../../shared/stores'

/** The dialog of preferences. Each change is a command, so it is announced and can be undone. */
export default function Preferences({ onClose }: { onClose: () => void }) {
  const { perform } = useConsole()
  const places = usePlaces()
  return (
    <PreferencesDialog
      values={usePreferences()}
      onCall={(id, args) => void perform({ call: { id, args }, origin: 'button' }, places)}
      onCardWidth={(width) => prefs.set((all) => ({ ...all, topology_card_width: width }))}
      onClose={onClose}
    />
  )
}

type Props = {
  values: Values
  /** Called with the command that sets the chosen preference. */
  onCall(id: string, args: Record<string, string>): void
  /** Also called while the slider is dragged. */
  onCardWidth(width: number): void
  onClose(): void
}

export function PreferencesDialog({ values, onCall, onCardWidth, onClose }: Props) {
  const [now] = useState(() => new Date())
  const own = values.health_refresh_rate
  const offered: readonly string[] = refreshRates
  // An interval that was set elsewhere may not be among the offered ones.
  const rates = offered.includes(own) || parseRefreshRate(own) === undefined ? offered : [...offered, own]
  const zones: readonly Choice[] = timezoneOptions(now)
  return (
    <Overlay label="Preferences" onClose={onClose}>
      <DialogHead title="Preferences" onClose={onClose} isCloseFocused />
      <div className={css.fields}>
        <SelectField
          label="Theme"
          isAlwaysChosen
          options={themes.map(choiceOf)}
          value={values.theme}
          onChange={(theme) => onCall('prefs.theme', { theme })}
        />
        <SelectField
          label="Density"
          help="Row height in lists."
          isAlwaysChosen
          options={densityOptions}
          value={values.density}
          onChange={(density) => onCall('prefs.density', { density })}
        />
        <SelectField
          label="Date format"
          isAlwaysChosen
          options={dateFormatOptions(now)}
          value={values.datetime_preference}
          onChange={(format) => onCall('prefs.dates', { format })}
        />
        <ComboField
          label="Timezone"
          help="Type a place or an offset."
          pace={immediatePace}
          find={(text) => zones.filter((zone) => matches(zone, text))}
          value={zones.find(({ value }) => value === values.display_timezone_preference) ?? null}
          // While the field is empty, the chosen zone stays.
          onChange={(zone) => zone && onCall('prefs.timezone', { zone: zone.value })}
        />
        <FieldFrame label="Width of topology cards" help={`${values.topology_card_width} pixels`}>
          {(wiring) => (
            <input
              {...wiring}
              type="range"
              className={css.slider}
              min={cardWidthLimits.least}
              max={cardWidthLimits.most}
              step={cardWidthLimits.step}
              value={values.topology_card_width}
              aria-valuetext={`${values.topology_card_width} pixels`}
              onChange={({ target }) => onCardWidth(target.valueAsNumber)}
            />
          )}
        </FieldFrame>
        <SelectField
          label="Show deleted items"
          isAlwaysChosen
          options={yesNoValues.map(choiceOf)}
          value={values.show_deleted_items_preference}
          onChange={(show) => onCall('prefs.deleted', { show })}
        />
        <SelectField
          label="Refresh interval"
          help="How often the Health page refreshes."
          isAlwaysChosen
          options={rates.map((rate) => ({ value: rate, label: rate }))}
          value={parseRefreshRate(own) === undefined ? 'None' : own}
          onChange={(rate) => onCall('prefs.refreshRate', { rate })}
        />
        <SelectField
          label="Spoken changes"
          help="Background changes that a screen reader announces."
          isAlwaysChosen
          options={speechOptions}
          value={values.speech}
          onChange={(level) => onCall('prefs.speech', { level })}
        />
        <ToggleField
          kind="switch"
          label="The detail beside a list follows the cursor"
          value={values.detailFollows}
          onChange={() => onCall('detail.follow', {})}
        />
      </div>
    </Overlay>
  )
}

const choiceOf = (value: string): Choice => ({ value, label: capital(value) })

const matches = ({ label, value, hint = '' }: Choice, text: string) =>
  [label, value, hint].some((words) => words.toLowerCase().includes(text.trim().toLowerCase()))

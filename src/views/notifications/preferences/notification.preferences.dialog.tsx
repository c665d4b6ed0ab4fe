import { type NotificationPreferencesResponse, notificationPreferences } from '@/api/notifications/preferences'
import type { KnownArgs } from '@/commands/command'
import { BROWSER_ZONE, resolveZone, zoneNames } from '@/lib/time/zones'
import { isZone } from '@/shared/time-zone'
import type { FormDescription } from '@/shared/forms/form-description'
import { digestLimits, type NotificationPreferences, timeOfDay, weekdays } from '@/shared/notifications/preferences'
import { commandForm } from '../../shared/forms/command-form'

const dayNames = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}
const time = { accepts: (text: string) => timeOfDay.test(text), message: 'A time of day such as 22:00' }
const nights = { from: '22:00', to: '07:00', days: weekdays }

export default commandForm({
  title: () => 'Notification preferences',
  description: () => 'For notifications that rules send to you.',
  label: 'Notification preferences',
  query: () => notificationPreferences.own(),
  what: 'your notification preferences',
  fields: (data, known) => describeFields(data, preferencesIn(known, data)),
  values: (data, known) => toValues(preferencesIn(known, data)),
  toArgs: (values) => ({ preferences: toPreferences(values) }),
  submitLabel: 'Save',
  busyLabel: 'Saving…',
})

/** The preferences of the call that opened the form, or else those that are stored. */
const preferencesIn = ({ preferences }: KnownArgs, data: NotificationPreferencesResponse) =>
  (preferences as NotificationPreferences | undefined) ?? data.preferences

const describeFields = (
  { connections, email }: NotificationPreferencesResponse,
  { connectionId }: NotificationPreferences
): FormDescription => {
  const options = connections.map(({ id, name, namespace, type }) => ({
    value: id,
    label: name,
    hint: namespace ? `${type}, ${namespace}` : type,
  }))
  const isListed = connectionId === null || options.some(({ value }) => value === connectionId)
  return [
    {
      type: 'select',
      name: 'connectionId',
      label: 'Send to',
      noneLabel: email === null ? 'Mail' : `Mail to ${email}`,
      help: 'Connections that you may read. If you lose access to one, you get mail instead.',
      options: isListed ? options : [...options, { value: connectionId, label: 'A connection without access' }],
    },
    { type: 'switch', name: 'isQuiet', label: 'Quiet hours' },
    {
      type: 'group',
      key: 'quiet',
      label: 'Quiet hours',
      layout: 'indented',
      when: { field: 'isQuiet', is: [true] },
      fields: [
        {
          type: 'group',
          key: 'times',
          layout: 'row',
          fields: [
            { type: 'text', name: 'from', label: 'From', isRequired: true, pattern: time },
            { type: 'text', name: 'to', label: 'To', isRequired: true, pattern: time },
          ],
        },
        {
          type: 'checkboxes',
          name: 'days',
          label: 'Days on which they begin',
          isRequired: true,
          requiredMessage: 'Choose a day',
          options: weekdays.map((value) => ({ value, label: dayNames[value] })),
        },
        {
          type: 'suggest',
          name: 'timeZone',
          label: 'Time zone',
          isRequired: true,
          options: zoneNames().map((value) => ({ value, label: value })),
          validate: (value) =>
            typeof value === 'string' && isZone(value) ? undefined : 'A time zone such as Europe/Berlin',
        },
      ],
    },
    {
      type: 'number',
      name: 'digestMinutes',
      label: 'Digest interval',
      unit: 'minutes',
      min: digestLimits.min,
      max: digestLimits.max,
      isWhole: true,
      help: 'Notifications that may wait are sent together. Empty: each one is sent at once.',
    },
    {
      type: 'radio',
      name: 'waits',
      label: 'Delayed messages',
      options: [
        { value: 'notCritical', label: 'All but critical: failed checks, unhealthy resources and incidents' },
        { value: 'all', label: 'Everything' },
      ],
    },
  ]
}

function toValues({ connectionId, quietHours, waits, digestMinutes }: NotificationPreferences) {
  const { days, ...quiet } = quietHours ?? { ...nights, timeZone: resolveZone(BROWSER_ZONE) }
  return {
    connectionId: connectionId ?? '',
    isQuiet: quietHours !== null,
    ...quiet,
    days: [...days],
    waits,
    digestMinutes,
  }
}

function toPreferences(values: Record<string, unknown>): NotificationPreferences {
  const { connectionId, isQuiet, from, to, days, timeZone, waits, digestMinutes } = values
  const chosen = Array.isArray(days) ? days : []
  return {
    connectionId: typeof connectionId === 'string' && connectionId !== '' ? connectionId : null,
    quietHours: isQuiet
      ? {
          from: String(from),
          to: String(to),
          days: weekdays.filter((day) => chosen.includes(day)),
          timeZone: String(timeZone),
        }
      : null,
    waits: waits === 'all' ? 'all' : 'notCritical',
    digestMinutes: typeof digestMinutes === 'number' ? digestMinutes : null,
  }
}

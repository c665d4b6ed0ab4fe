import type { FieldDescription, FormDescription } from '@/shared/forms/form-description'
import { capital } from '@/shared/format'
import { incidentSeverities, incidentTypes, incidentTypeLabel } from '@/lib/incidents/incidents'

const typeOptions = incidentTypes.map((value) => ({ value, label: incidentTypeLabel(value) }))
const severityOptions = incidentSeverities.map((value) => ({ value, label: capital(value) }))

export const incidentTitleField: FieldDescription = {
  type: 'text',
  name: 'title',
  label: 'Title',
  isRequired: true,
  placeholder: 'Payments are down',
}
export const incidentDescriptionField: FieldDescription = {
  type: 'textarea',
  name: 'description',
  label: 'Description',
  help: 'The facts known so far, for responders who join later.',
}
const type: FieldDescription = {
  type: 'select',
  name: 'type',
  label: 'Type',
  isRequired: true,
  options: typeOptions,
  initial: 'availability',
}
const severity: FieldDescription = {
  type: 'select',
  name: 'severity',
  label: 'Severity',
  isRequired: true,
  options: severityOptions,
  initial: 'medium',
}

/** The fields that every new incident has, and the errors of missing values. */
export const newIncidentFields = (missing?: Record<'title' | 'type' | 'severity', string>): FormDescription => [
  { ...incidentTitleField, ...(missing && { requiredMessage: missing.title }) },
  {
    type: 'group',
    key: 'kind',
    layout: 'row',
    fields: [
      { ...type, ...(missing && { requiredMessage: missing.type }) },
      { ...severity, ...(missing && { requiredMessage: missing.severity }) },
    ],
  },
]

import type { ReactNode } from 'react'
import type { Choice } from '@/shared/forms/choice'
import type { FieldDescription } from '@/shared/forms/form-description'
import type { BoundField } from '../bind'
import { CodeField } from '../code/code-field'
import { CheckboxesField, RadioField } from '../fields/choices'
import { ComboField } from '../fields/combo-field'
import { type JsonFile, JsonFileField } from '../fields/file'
import { KeyValuesField } from '../fields/key-values-field'
import type { LabelValues } from '../fields/labels'
import { LabelsField } from '../fields/labels-field'
import { MomentField } from '../fields/moment-field'
import { AmountField, DurationField, NumberField } from '../fields/number'
import { type SecretValue, SecretField } from '../fields/secret'
import { SelectField } from '../fields/select'
import { SecretSourceField, SourceField } from '../fields/source-field'
import { ScheduleField, SuggestField } from '../fields/suggest'
import { TextAreaField, TextField } from '../fields/text'
import { ToggleField } from '../fields/toggle'
import type { KeyValue, SecretSource, ValueSource } from '../fields/value-source'

/** A field that is one control. */
export type ControlDescription = Exclude<FieldDescription, { type: 'list' | 'hidden' | 'custom' }>

/** The type of the value of each type of field, which `initialValues` and `toFormSchema` also use. */
type ControlValues = {
  text: string
  textarea: string
  secret: SecretValue
  source: SecretSource
  number: number | null
  duration: string
  amount: string
  select: string
  radio: string
  checkbox: boolean
  switch: boolean
  checkboxes: readonly string[]
  suggest: string
  search: Choice | null
  schedule: string
  moment: string
  code: unknown
  labels: LabelValues
  keyValues: readonly KeyValue[]
  file: JsonFile | null
}

type BoundControl<V> = BoundField<V> & { label: string; help: string | undefined; isRequired: boolean | undefined }

type Controls = {
  [T in keyof ControlValues]: (
    bound: BoundControl<ControlValues[T]>,
    field: Extract<ControlDescription, { type: T }>
  ) => ReactNode
}

const controls: Controls = {
  text: (bound, { kind, placeholder, isMono }) => (
    <TextField {...bound} kind={kind} placeholder={placeholder} isMono={isMono} />
  ),
  textarea: (bound, { placeholder, isMono }) => <TextAreaField {...bound} placeholder={placeholder} isMono={isMono} />,
  secret: (bound) => <SecretField {...bound} />,
  source: (bound, { isSecret, isMultiline, placeholder }) =>
    isSecret ? (
      <SecretSourceField {...bound} isMultiline={isMultiline} />
    ) : (
      <SourceField {...(bound as BoundControl<ValueSource>)} isMultiline={isMultiline} placeholder={placeholder} />
    ),
  number: (bound, { unit, min, max, step }) => <NumberField {...bound} unit={unit} min={min} max={max} step={step} />,
  duration: (bound) => <DurationField {...bound} />,
  amount: (bound, { set }) => <AmountField {...bound} set={set} />,
  select: (bound, { options, placeholder, noneLabel, isAlwaysChosen }) => (
    <SelectField
      {...bound}
      options={options}
      placeholder={placeholder}
      noneLabel={noneLabel}
      isAlwaysChosen={isAlwaysChosen}
    />
  ),
  radio: (bound, { options }) => <RadioField {...bound} options={options} />,
  checkbox: (bound, { type }) => <ToggleField {...bound} kind={type} />,
  switch: (bound, { type }) => <ToggleField {...bound} kind={type} />,
  checkboxes: (bound, { options }) => <CheckboxesField {...bound} options={options} />,
  suggest: (bound, { options, isMono }) => <SuggestField {...bound} options={options} isMono={isMono} />,
  search: (bound, { find, placeholder, pace = usualPace }) => (
    <ComboField {...bound} find={find} placeholder={placeholder} pace={pace} />
  ),
  schedule: (bound, { set }) => <ScheduleField {...bound} set={set} />,
  moment: (bound, { parse, format }) => <MomentField {...bound} parse={parse} format={format} />,
  code: (bound, { language, isParsed, schema, height }) => (
    <CodeField {...bound} language={language} isParsed={isParsed} schema={schema} height={height} />
  ),
  labels: (bound) => <LabelsField {...bound} />,
  keyValues: (bound, { isPlain }) => <KeyValuesField {...bound} isPlain={isPlain} />,
  file: (bound) => <JsonFileField {...bound} />,
}

const usualPace = {}

/** The control of a field, bound to its value. */
export const renderControl = (field: ControlDescription, bound: BoundControl<unknown>): ReactNode =>
  (controls[field.type] as (bound: BoundControl<unknown>, field: ControlDescription) => ReactNode)(bound, field)

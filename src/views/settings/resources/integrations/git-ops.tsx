import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { chartDefinition } from '@/api/settings/charts'
import { type HelmChart } from '@/shared/settings/charts'
import { fluxManifest, helmCommand, type ChartRelease, withoutRequired } from '@/lib/settings/chart-text'
import type { FormDescription, FormValues } from '@/shared/forms/form-description'
import { Button } from '@/ui/button'
import { CopyBlock } from '@/ui/copy-block'
import { DescribedForm } from '@/ui/form/described/described-form'
import { UnparsedText } from '@/ui/form/code/unparsed-text'
import { Tabs } from '@/ui/tabs'
import css from './add-integration.module.css'

/** The pattern of Kubernetes names. */
const dnsName = {
  accepts: (text: string) => /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/.test(text),
  message: 'Use only lowercase letters, digits, hyphens and dots.',
}

const fieldsOf = (chart: string, schema: Readonly<Record<string, unknown>> | undefined): FormDescription => [
  { type: 'text', name: 'name', label: 'Name', isRequired: true, isMono: true, pattern: dnsName, initial: chart },
  {
    type: 'text',
    name: 'namespace',
    label: 'Namespace',
    isRequired: true,
    isMono: true,
    pattern: dnsName,
    initial: 'mission-control',
  },
  { type: 'duration', name: 'interval', label: 'Interval', isRequired: true, initial: '30m' },
  { type: 'labels', name: 'labels', label: 'Labels' },
  {
    type: 'code',
    name: 'chartValues',
    label: 'Chart values',
    help: 'Omitted values use the defaults of the chart.',
    language: 'yaml',
    isParsed: true,
    height: 'small',
    ...(schema && { schema }),
  },
]

type Props = { chart: HelmChart; onClose: () => void }

/** A form for the values of a chart, with the manifest or commands that install it outside the console. */
export default function GitOps({ chart, onClose }: Props) {
  const query = useQuery(chartDefinition(chart.id))
  const { name = chart.chart, version, schema } = query.data ?? {}
  const fields = useMemo(
    () => fieldsOf(chart.chart, schema && (withoutRequired(schema) as Readonly<Record<string, unknown>>)),
    [chart.chart, schema]
  )
  const install = (values: FormValues) => (
    <>
      <Install chart={name} values={values} />
      <div className={css.foot}>
        <Button onPress={onClose}>Close</Button>
      </div>
    </>
  )
  return (
    <DescribedForm
      label={`${chart.label} chart`}
      draftKey={`integration:${chart.id}`}
      fields={fields}
      actions={null}
      onSubmit={() => undefined}
      after={install}
    >
      <p className={css.note} role="status">
        {query.isPending
          ? 'Loading the chart definition…'
          : query.error
            ? `The values are not validated: ${query.error.message}`
            : `Chart ${name}${version === undefined ? '' : ` ${version}`}.${schema ? '' : ' It does not describe its values.'}`}
      </p>
    </DescribedForm>
  )
}

/** The manifest and commands that install the chart with the current values. */
function Install({ chart, values }: { chart: string; values: FormValues }) {
  const [tab, setTab] = useState<'flux' | 'helm'>('flux')
  const { chartValues, ...rest } = values as Omit<ChartRelease, 'chart' | 'values'> & { chartValues: unknown }
  if (chartValues instanceof UnparsedText)
    return (
      <p className={css.note}>The chart values cannot be parsed. Correct them to get the manifest and the commands.</p>
    )
  const release: ChartRelease = { ...rest, chart, values: chartValues }
  return (
    <Tabs
      label="How it is installed"
      selected={tab}
      onSelect={setTab}
      tabs={[
        {
          id: 'flux',
          label: 'Flux',
          panel: (
            <div className={css.text}>
              <p className={css.note}>
                The Kubernetes chart must already be installed with Flux. This manifest extends it.
              </p>
              <CopyBlock label="Flux manifest" code={fluxManifest(release)} />
            </div>
          ),
        },
        {
          id: 'helm',
          label: 'Helm CLI',
          panel: (
            <div className={css.text}>
              <CopyBlock label="Helm install command" code={helmCommand(release)} />
            </div>
          ),
        },
      ]}
    />
  )
}

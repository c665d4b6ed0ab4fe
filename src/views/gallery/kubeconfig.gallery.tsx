import { Kubeconfig } from '../kubeconfig/kubeconfig'
import type { Exhibit } from './exhibit'

export default {
  title: 'Kubeconfig',
  states: {},
  apart: {
    'Three steps': () => <Kubeconfig host="console.quillmoor.example" onClose={() => undefined} />,
  },
} satisfies Exhibit

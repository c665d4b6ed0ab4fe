export { CreateIncident as default } from './incident-forms'

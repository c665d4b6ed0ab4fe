export { EditIncident as default } from './incident-forms'

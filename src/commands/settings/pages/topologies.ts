import '../topologies.commands'

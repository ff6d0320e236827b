// A thread of somebody else's code. @ts-nocheck
import { connect } from 'node:net';

connect(Number(process.argv[2]), '127.0.0.1')
  .on('error', () => {})
  .end('x');

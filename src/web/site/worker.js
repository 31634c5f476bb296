/** The engine in a worker. The first message brings its module; each of the others is a request of the JSON protocol. */

const encoder = new TextEncoder();
const decoder = new TextDecoder();
let engine = null;
let flag = null;
let complaint = '';
let network = new Uint8Array();

function text(start, length) {
  return decoder.decode(new Uint8Array(engine.memory.buffer, start, length));
}

const host = {
  now: () => performance.now(),
  random: Math.random,
  stop_asked: () => (flag ? Atomics.load(flag, 0) : 0),
  load_network: (start, length) => {
    network = load(`${text(start, length)}.net`);
    return network.length;
  },
  write_network: (place) => new Uint8Array(engine.memory.buffer).set(network, place),
  send: (start, length) => postMessage(text(start, length)),
  complain: (start, length) => {
    complaint = text(start, length);
    console.warn(complaint);
  },
};

/** A file of the site. The engine cannot go on without it: it waits. */
function load(name) {
  const request = new XMLHttpRequest();
  request.responseType = 'arraybuffer';
  request.open('GET', name, false);
  request.send();
  return new Uint8Array(request.status === 200 ? request.response : 0);
}

function receive(request) {
  const bytes = encoder.encode(request);
  const start = engine.input(bytes.length);
  new Uint8Array(engine.memory.buffer, start, bytes.length).set(bytes);
  engine.receive();
}

addEventListener('message', ({ data }) => {
  try {
    if (typeof data === 'string') {
      receive(data);
    } else {
      flag = data.flag;
      engine = new WebAssembly.Instance(data.module, { host }).exports;
    }
  } catch (error) {
    const id = typeof data === 'string' ? JSON.parse(data).id : undefined;
    postMessage({ broken: { id, message: complaint || String(error) } });
  }
});

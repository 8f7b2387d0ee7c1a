// Runs in a page of Chromium before its own scripts: a camera that films a wall whose codes change, its picture sent through
// a call where wanted, and a note of each code that the page's decoder reads, which goes on reading afterwards.
/* global addEventListener, postMessage, MediaStream, MediaStreamTrackGenerator, RTCPeerConnection, VideoFrame */
(() => {
  const PING_MS = 500;
  const PINGS = 5;
  const { Worker } = globalThis;

  /** Films beside the page, in a worker of its own: a phone's camera takes nothing of what its page has. */
  const filming = () => {
    const [WIDTH, HEIGHT] = [640, 480];
    const PIXELS = WIDTH * HEIGHT;
    const FRAME_MS = 1_000 / 30;
    /** Codes that are fetched before they are shown. */
    const AHEAD = 6;
    const GRAY = 90;
    const NO_COLOR = 128;

    const nothing = new Uint8Array(PIXELS).fill(GRAY);
    let track;
    let frame = 0;
    let look = () => nothing;
    const film = () => {
      frame++;
      const data = new Uint8Array(PIXELS * 1.5).fill(NO_COLOR);
      data.set(look());
      const timestamp = Math.round(performance.now() * 1_000);
      const picture = new VideoFrame(data, {
        format: 'I420',
        codedWidth: WIDTH,
        codedHeight: HEIGHT,
        timestamp,
      });
      track.write(picture).catch(() => picture.close());
    };

    /** Shows each code for `codeMs`; tells when the first one came, by the machine's clock, once the last has gone. */
    const showCodes = async ({ address, codes, codeMs }) => {
      const known = new Map();
      const load = async (code) => {
        if (code >= codes) return;
        const frames = new Uint8Array(await (await fetch(`${address}/${code}`)).arrayBuffer());
        known.set(code, frames);
      };
      let loaded = AHEAD;
      for (let code = 0; code < loaded; code++) await load(code);
      const startedAt = Date.now() + codeMs;
      const pictureOf = (code) => {
        const frames = known.get(code) ?? nothing;
        const from = (frame % (frames.length / PIXELS)) * PIXELS;
        return frames.subarray(from, from + PIXELS);
      };
      look = () => {
        const since = Date.now() - startedAt;
        const code = Math.floor(since / codeMs);
        if (code >= codes) {
          look = () => nothing;
          postMessage(startedAt);
          return nothing;
        }
        if (code >= 0 && loaded < code + AHEAD) void load(loaded++);
        known.delete(code - 2);
        const now = pictureOf(code);
        const share = (since - code * codeMs) / FRAME_MS;
        if (share >= 1) return now;
        // A shutter that is open while the code changes sees some of both.
        const before = pictureOf(code - 1);
        return now.map((light, pixel) => share * light + (1 - share) * before[pixel]);
      };
    };
    addEventListener('message', ({ data }) => {
      if (data.writable) {
        track = data.writable.getWriter();
        setInterval(film, FRAME_MS);
      } else void showCodes(data);
    });
  };
  const wall = new Worker(URL.createObjectURL(new Blob([`(${filming})()`])));
  const camera = new MediaStreamTrackGenerator({ kind: 'video' });
  let isOpen = false;
  const film = () => {
    if (!isOpen) wall.postMessage({ writable: camera.writable }, [camera.writable]);
    isOpen = true;
    return new MediaStream([camera.clone()]);
  };
  const showCodes = (codes) =>
    new Promise((resolve) => {
      wall.addEventListener('message', ({ data }) => resolve(data), { once: true });
      wall.postMessage(codes);
    });

  // The call. Candidates are complete in each description, so that these can be changed on the way.
  const connection = () => (bench.call ??= new RTCPeerConnection());
  const describe = async () => {
    const call = connection();
    await call.setLocalDescription();
    if (call.iceGatheringState !== 'complete')
      await new Promise((resolve) => {
        call.addEventListener('icegatheringstatechange', () => {
          if (call.iceGatheringState === 'complete') resolve();
        });
      });
    return call.localDescription.sdp;
  };
  let source = async () => film();
  navigator.mediaDevices.getUserMedia = () => source();

  // The decoder.
  let server;
  const reads = [];
  const known = new Set();
  const roundTrips = [];
  // Without the cache: it lets equal questions wait for each other.
  const ask = async (path) => (await fetch(server + path, { cache: 'no-store' })).json();
  const ping = async () => {
    const sent = performance.now();
    await ask('/ping');
    roundTrips.push(performance.now() - sent);
    setTimeout(ping, PING_MS);
  };
  const medianRoundTrip = () => {
    const last = roundTrips.slice(-PINGS).sort((one, other) => one - other);
    return last[Math.floor(last.length / 2)];
  };
  const note = (text) => {
    const read = { text, at: Date.now() };
    reads.push(read);
    if (server === undefined || known.has(text)) return;
    known.add(text);
    read.roundTripMs = medianRoundTrip();
    bench.unanswered++;
    void ask('/reads').then(({ arrivedAt }) => {
      read.arrivedAt = arrivedAt;
      bench.unanswered--;
    });
  };
  globalThis.Worker = class extends Worker {
    addEventListener(type, listener, options) {
      if (type !== 'message') return super.addEventListener(type, listener, options);
      const listen = (event) => {
        bench.isReading = true;
        const { text } = event.data;
        if (text === undefined) return listener(event);
        note(text);
        // Nothing was read, as far as the page knows: so it goes on.
        listener(new MessageEvent('message', { data: {} }));
      };
      super.addEventListener(type, listen, options);
    }
  };

  const bench = {
    isReading: false,
    /** Reads of which the server has not said when it heard of them. */
    unanswered: 0,
    reads,
    roundTrips,
    showCodes,
    /** Tells this server of each code when it is first read. */
    reportTo: (address) => {
      server = address;
      return ping();
    },
    offer: () => {
      for (const track of film().getTracks()) connection().addTrack(track);
      return describe();
    },
    answer: async (sdp) => {
      const call = connection();
      const tracks = new Promise((resolve) => {
        call.addEventListener('track', ({ track }) => resolve([track]), { once: true });
      });
      source = async () => new MediaStream(await tracks);
      await call.setRemoteDescription({ type: 'offer', sdp });
      return describe();
    },
    accept: (sdp) => connection().setRemoteDescription({ type: 'answer', sdp }),
  };
  globalThis.bench = bench;
})();

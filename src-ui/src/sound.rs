//! What is heard of a scan: three short sounds, made here. Where the computer makes none, none is heard.

use std::cell::RefCell;

use leptos::web_sys::{AudioContext, OscillatorType};
use wasm_bindgen::JsValue;

/// What a sound says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// It did what it was scanned for: two short high tones, the second one higher.
    Right,
    /// It did nothing: one long low tone.
    Wrong,
    /// It asks something: two tones, the second one lower.
    Asks,
}

/// A tone: its pitch in Hz, when it begins and how long it is, in s.
type Beep = (f32, f64, f64);

impl Sound {
    fn tones(self) -> &'static [Beep] {
        match self {
            Self::Right => &[(1_047.0, 0.0, 0.05), (1_568.0, 0.055, 0.07)],
            Self::Wrong => &[(165.0, 0.0, 0.32)],
            Self::Asks => &[(784.0, 0.0, 0.09), (523.0, 0.11, 0.14)],
        }
    }

    fn shape(self) -> OscillatorType {
        match self {
            // It is heard over a noisy hall.
            Self::Wrong => OscillatorType::Sawtooth,
            Self::Right | Self::Asks => OscillatorType::Sine,
        }
    }
}

thread_local! {
    /// Made with the first sound: before somebody pressed a key, engines make none.
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Makes a sound, so loud in percent.
pub fn play(sound: Sound, volume: u8) {
    if volume == 0 {
        return;
    }
    // What cannot be heard is shown and read out all the same.
    let _ = try_to_play(sound, f32::from(volume.min(100)) / 100.0);
}

fn try_to_play(sound: Sound, volume: f32) -> Result<(), JsValue> {
    let context = CONTEXT.with(|kept| {
        let mut kept = kept.borrow_mut();
        if kept.is_none() {
            *kept = Some(AudioContext::new()?);
        }
        Ok::<_, JsValue>(kept.clone())
    })?;
    let Some(context) = context else { return Ok(()) };
    // It was put to sleep while the window was out of sight.
    drop(context.resume()?);
    let now = context.current_time();
    for (pitch, begins, lasts) in sound.tones() {
        let (tone, loudness) = (context.create_oscillator()?, context.create_gain()?);
        tone.set_type(sound.shape());
        tone.frequency().set_value(*pitch);
        let (from, to) = (now + begins, now + begins + lasts);
        // Rising and falling, it does not click.
        loudness.gain().set_value_at_time(0.0, from)?;
        loudness.gain().linear_ramp_to_value_at_time(volume * 0.4, from + 0.008)?;
        loudness.gain().linear_ramp_to_value_at_time(0.0, to)?;
        tone.connect_with_audio_node(&loudness)?;
        loudness.connect_with_audio_node(&context.destination())?;
        tone.start_with_when(from)?;
        tone.stop_with_when(to)?;
    }
    Ok(())
}

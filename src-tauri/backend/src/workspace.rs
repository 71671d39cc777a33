//! The profile that is open, made of its parts: each gets here what it needs, and nothing else. A part
//! knows those made before it. Commands reach the parts through this; no part does.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use client::Base;
use contract::{DataSet, LocationKind, Profile, StocklistQuery};

use crate::{
    account::Account,
    background::blocking,
    common::Common,
    directory::Directory,
    editor::{drawing::LineDrafts, editors::Editors, panel::LinePanel},
    error::Error,
    lookups::{
        categories::Categories, found::Finder, locations::Locations, places::Places,
        products::Products, stocklists::Stocklists,
    },
    movements::{
        create::Creations, mirror::Movements, read::MovementReader, read_list::ListReader,
    },
    observed::{
        answers::Observed,
        extensions::Extensions,
        pages::{PickPages, SubstituteReader},
    },
    outbox::{
        keep::Operations,
        queue::Outbox,
        sending::{
            creation::CreationSender, delivery::Delivery, header::HeaderSender, lines::LineSender,
            sender::Sender, single::SingleSender, writes::Writes,
        },
        view::movements::MovementView,
    },
    picking::picked::Picking,
    service::calls::Service,
    session::identity::UserIdentity,
    store::{
        Store,
        load::{self, Saved},
        tables::{
            editor,
            facts::{self, Facts},
            operations,
        },
    },
};

/// An open profile.
pub(crate) struct Workspace {
    pub account: Arc<Account>,
    pub service: Arc<Service>,
    pub directory: Arc<Directory>,
    pub movements: Arc<Movements>,
    pub list: Arc<ListReader>,
    pub reader: Arc<MovementReader>,
    pub stocklists: Arc<Stocklists>,
    pub products: Arc<Products>,
    pub locations: Arc<Locations>,
    pub categories: Arc<Categories>,
    pub places: Arc<Places>,
    pub observed: Arc<Observed>,
    pub extensions: Arc<Extensions>,
    pub pick_pages: Arc<PickPages>,
    pub finder: Arc<Finder>,
    pub identity: UserIdentity,
    pub outbox: Arc<Outbox>,
    pub operations: Arc<Operations>,
    pub creations: Arc<Creations>,
    pub creation_sender: Arc<CreationSender>,
    pub sender: Arc<Sender>,
    pub editors: Arc<Editors>,
    pub view: Arc<MovementView>,
    pub picking: Arc<Picking>,
    pub drafts: Arc<LineDrafts>,
    pub panel: Arc<LinePanel>,
}

impl Workspace {
    /// Opens a profile's file and reads all of it into memory.
    ///
    /// # Errors
    /// If the file cannot be opened or read.
    pub(crate) async fn open(
        common: &Arc<Common>,
        profile: Profile,
        base: Base,
    ) -> Result<Arc<Self>, Error> {
        let (data, owner) = (common.data.clone(), profile.clone());
        let store = blocking(move || Store::open(&data, &owner)).await??;
        let content = store
            .read(|file| {
                let work = (operations::load(file)?, editor::load(file)?);
                Ok((load::all(file)?, work, facts::load(file)?))
            })
            .await;
        match content {
            Ok((saved, (waiting, sheets), facts)) => {
                let workspace = Self::new(common, profile, base, store, facts);
                workspace.outbox.restore(waiting);
                workspace.outbox.set_paused(workspace.account.facts().paused);
                workspace.editors.restore(sheets);
                workspace.restore(saved);
                let workspace = Arc::new(workspace);
                workspace.sender.start_sender();
                Ok(workspace)
            }
            Err(fault) => {
                store.close().await;
                Err(fault.into())
            }
        }
    }

    fn new(
        common: &Arc<Common>,
        profile: Profile,
        base: Base,
        store: Arc<Store>,
        facts: Facts,
    ) -> Self {
        let account = Arc::new(Account::new(common, profile, base, store, facts));
        let outbox = Arc::new(Outbox::new(common.pace));
        let service = Arc::new(Service::new(&account, &outbox));
        let directory = Arc::<Directory>::default();
        let movements = Arc::new(Movements::new(&account, &directory, &outbox));
        let list = Arc::new(ListReader::new(&account, &service, &movements));
        let reader = Arc::new(MovementReader::new(&account, &service, &movements));
        let stocklists = Arc::new(Stocklists::new(&account, &service, &directory));
        let products = Arc::new(Products::new(&account, &service, &stocklists));
        let locations = Arc::new(Locations::new(&account, &service, &directory));
        let categories = Arc::new(Categories::new(&products));
        let places = Arc::new(Places {
            directory: Arc::clone(&directory),
            movements: Arc::clone(&movements),
            stocklists: Arc::clone(&stocklists),
            locations: Arc::clone(&locations),
        });
        let observed = Arc::new(Observed::new(&common.changes));
        let extensions = Arc::new(Extensions {
            account: Arc::clone(&account),
            service: Arc::clone(&service),
            directory: Arc::clone(&directory),
            movements: Arc::clone(&movements),
            observed: Arc::clone(&observed),
        });
        let pick_pages = Arc::new(PickPages {
            account: Arc::clone(&account),
            service: Arc::clone(&service),
            extensions: Arc::clone(&extensions),
            observed: Arc::clone(&observed),
        });
        let substitutes = Arc::new(SubstituteReader {
            account: Arc::clone(&account),
            service: Arc::clone(&service),
            extensions: Arc::clone(&extensions),
            observed: Arc::clone(&observed),
        });
        let finder = Arc::new(Finder {
            account: Arc::clone(&account),
            service: Arc::clone(&service),
            directory: Arc::clone(&directory),
            extensions: Arc::clone(&extensions),
            observed: Arc::clone(&observed),
            places: Arc::clone(&places),
        });
        let operations = Arc::new(Operations {
            account: Arc::clone(&account),
            service: Arc::clone(&service),
            outbox: Arc::clone(&outbox),
            taking_up: tokio::sync::Mutex::default(),
        });
        let creations = Arc::new(Creations {
            account: Arc::clone(&account),
            outbox: Arc::clone(&outbox),
            movements: Arc::clone(&movements),
            operations: Arc::clone(&operations),
            gates: Default::default(),
        });
        let writes = Arc::new(Writes {
            service: Arc::clone(&service),
            reader: Arc::clone(&reader),
            observed: Arc::clone(&observed),
        });
        let delivery = Arc::new(Delivery {
            account: Arc::clone(&account),
            outbox: Arc::clone(&outbox),
            movements: Arc::clone(&movements),
            reader: Arc::clone(&reader),
            operations: Arc::clone(&operations),
            writes,
        });
        let creation_sender = Arc::new(CreationSender {
            account: Arc::clone(&account),
            outbox: Arc::clone(&outbox),
            movements: Arc::clone(&movements),
            list: Arc::clone(&list),
            reader: Arc::clone(&reader),
            operations: Arc::clone(&operations),
            creations: Arc::clone(&creations),
            delivery: Arc::clone(&delivery),
        });
        let headers = Arc::new(HeaderSender {
            outbox: Arc::clone(&outbox),
            movements: Arc::clone(&movements),
            reader: Arc::clone(&reader),
            operations: Arc::clone(&operations),
            delivery: Arc::clone(&delivery),
        });
        let lines = Arc::new(LineSender {
            outbox: Arc::clone(&outbox),
            movements: Arc::clone(&movements),
            reader: Arc::clone(&reader),
            operations: Arc::clone(&operations),
            delivery: Arc::clone(&delivery),
        });
        let singles = Arc::new(SingleSender {
            account: Arc::clone(&account),
            outbox: Arc::clone(&outbox),
            movements: Arc::clone(&movements),
            operations: Arc::clone(&operations),
            extensions: Arc::clone(&extensions),
            pick_pages: Arc::clone(&pick_pages),
            categories: Arc::clone(&categories),
            delivery: Arc::clone(&delivery),
        });
        let sender = Arc::new(Sender {
            account: Arc::clone(&account),
            service: Arc::clone(&service),
            outbox: Arc::clone(&outbox),
            delivery,
            creations: Arc::clone(&creation_sender),
            headers,
            lines,
            singles,
        });
        let editors = Arc::<Editors>::default();
        let view = Arc::new(MovementView {
            directory: Arc::clone(&directory),
            outbox: Arc::clone(&outbox),
            editors: Arc::clone(&editors),
            movements: Arc::clone(&movements),
            order: Default::default(),
            unread: Default::default(),
        });
        let picking = Arc::new(Picking {
            account: Arc::clone(&account),
            outbox: Arc::clone(&outbox),
            movements: Arc::clone(&movements),
            locations: Arc::clone(&locations),
            pick_pages: Arc::clone(&pick_pages),
        });
        let drafts = Arc::new(LineDrafts {
            account: Arc::clone(&account),
            outbox: Arc::clone(&outbox),
            directory: Arc::clone(&directory),
            editors: Arc::clone(&editors),
            movements: Arc::clone(&movements),
            reader: Arc::clone(&reader),
            products: Arc::clone(&products),
            operations: Arc::clone(&operations),
            view: Arc::clone(&view),
            picking: Arc::clone(&picking),
        });
        let panel = Arc::new(LinePanel {
            account: Arc::clone(&account),
            service: Arc::clone(&service),
            movements: Arc::clone(&movements),
            products: Arc::clone(&products),
            substitutes,
            drafts: Arc::clone(&drafts),
            past: Default::default(),
        });
        let identity =
            UserIdentity { account: Arc::clone(&account), directory: Arc::clone(&directory) };
        Self {
            account,
            service,
            directory,
            movements,
            list,
            reader,
            stocklists,
            products,
            locations,
            categories,
            places,
            observed,
            extensions,
            pick_pages,
            finder,
            identity,
            outbox,
            operations,
            creations,
            creation_sender,
            sender,
            editors,
            view,
            picking,
            drafts,
            panel,
        }
    }

    fn restore(&self, saved: Saved) {
        let age = |data_set: &DataSet| saved.ages.get(data_set).copied();
        self.movements.restore(saved.movements, age(&DataSet::Movements));
        self.directory.restore(saved.people, saved.places);
        self.categories.restore(saved.categories);
        if let Some(age) = age(&DataSet::Products) {
            self.products.restore(saved.products, age);
        }
        for (asked, stocklists) in saved.stocklists {
            let age = age(&DataSet::Stocklists(asked.clone()));
            self.stocklists.restore(asked, stocklists, age);
        }
        for ((kind, parent), locations) in saved.locations {
            let age = age(&match kind {
                LocationKind::Bins => DataSet::BinLocations(parent.clone()),
                LocationKind::Internal => DataSet::InternalLocations(parent.clone()),
            });
            self.locations.lists.restore((kind, parent), locations, age);
        }
    }

    /// Reads behind what people and places are harvested from, if it was never read.
    pub(crate) fn read_sources_behind(&self) {
        self.list.read_movements_behind();
        self.stocklists.read_stocklists_behind(&StocklistQuery::default());
    }

    /// When the newest saved data was read.
    pub(crate) fn saved_as_of(&self) -> Option<DateTime<Utc>> {
        let caches = [
            self.movements.list.newest(),
            self.stocklists.cache.newest(),
            self.products.cache.newest(),
            self.locations.lists.newest(),
        ];
        caches.into_iter().flatten().max()
    }

    /// Ends work behind and closes the file. The session is given up here, not in the service.
    pub(crate) async fn close(&self) {
        self.service.session.leave();
        self.account.background.end().await;
        self.account.store.close().await;
    }
}
